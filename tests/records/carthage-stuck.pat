quincunx-record 1
# played at random until no move was left
game carthage
deal carthage#1000037
moves
R2>F1 draw draw draw R6>F1 R4>F2 draw draw T2>T7 R4>T2
result stuck
end
