quincunx-record 1
# played at random until no move was left
game stalactites
deal stalactites#1000015
moves
by1 T1>R1 T1>R2
result stuck
end
