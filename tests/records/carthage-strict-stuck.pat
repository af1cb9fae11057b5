quincunx-record 1
# played at random until no move was left
game carthage-strict
deal carthage-strict#1000011
moves
R3>F1
result stuck
end
