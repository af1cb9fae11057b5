quincunx-record 1
# played at random until no move was left
game grandfather
deal grandfather#1000016
moves
draw W>T5 draw W>T18 draw W>F5 draw W>T17 draw W>T16 draw W>F6 draw W>T20 draw W>T19 T19>F1 T5>F1 draw W>T19 T19>F7 T17>F7 draw W>T9 T11>F1 T4>F7 T10>F7 T10>F1 T16>F1 draw W>T11 T10>F6 T7>F1 T7>F2 T10>F2 T8>F1 T12>F6 T1>F1 T7>F7 T4>F7 draw W>T7 T10>F7 T14>F7 T14>F2 T3>F2 T3>F3 T20>F3 draw W>F7 T14>F7 draw draw W>F4 W>T13 draw W>T2 draw W>T17 draw draw W>T19 T19>F5 T8>F5 W>T16 draw T16>F6 T8>F8 T19>F6 W>T12 T11>F6 T1>F6 draw W>T16 T5>F5 T5>F1 T3>F1 T3>F1 draw draw T16>F5 W>T6 W>T20 draw W>T4 draw W>T14 draw W>T8 draw W>T5 draw W>T10 draw W>T1 draw W>T11 draw W>T15 draw W>F1 draw T19>F1 W>T19 draw W>T3 draw W>T16 draw draw draw W>F2 draw draw W>F4 draw draw draw draw draw draw draw draw draw draw draw W>F6 draw W>F5 T18>F5 T18>F8 T9>F5 T17>F5 W>T18 W>T9 W>T17 draw W>F6 draw W>F3 T10>F3 T8>F3 W>T8 T10>F4 W>T10 redeal draw draw draw W>F8 draw draw W>F3 T8>F3 T8>F5 draw W>T8 draw W>F7
result stuck
end
