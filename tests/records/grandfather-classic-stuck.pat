quincunx-record 1
# played at random until no move was left
game grandfather-classic
deal grandfather-classic#1000037
moves
T20>F1 T9>F1 draw W>T11 draw W>T18 draw W>T1 draw W>T7 draw W>T3 draw W>T8 draw W>T2 T8>F2 draw W>F5 draw W>T12 draw W>F6 T17>F6 T3>F6 draw W>T4 draw W>T15 T5>F6 draw W>T14 draw W>T3 draw W>T10 T10>F6 draw W>T10 T10>F3 draw W>T6 draw W>T10 draw W>T13 draw draw W>T19 W>T8 draw W>T16 draw draw W>F6 W>T5 draw draw W>F7 W>F7 T12>F7 T12>F3 draw W>F3 draw W>F3 draw W>T5 draw draw draw draw draw W>T9 draw draw W>T12 W>T9 draw W>T12 draw W>T17 W>T20 draw W>T17 draw draw draw draw W>T20 T20>F2 draw draw W>T20 W>F4 draw draw draw draw draw draw draw draw W>F3 draw W>F6 T17>F6 T7>F6 T9>F6 T3>F6 W>T3 W>T17 W>T9 draw W>T7 draw draw draw draw draw draw draw draw W>F4 T6>F4 draw W>T6 draw draw W>F7 draw T15>F7 draw W>T15 W>F7 T9>F7 W>T9 draw draw draw draw draw W>F2 draw draw W>F7 draw draw W>F6 draw draw draw draw draw draw W>F1 draw redeal draw draw draw draw draw draw draw draw draw draw draw draw draw W>F6 draw draw draw draw draw draw draw draw draw draw draw draw draw draw draw draw
result stuck
end
