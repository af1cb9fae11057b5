quincunx-record 1
game grandfather-classic
deal grandfather-classic#1000001
moves
T12>F5 T17>F1 T15>F1 draw draw draw W>F2 draw draw draw draw draw draw draw draw draw draw draw draw
draw draw W>F1 draw draw draw draw W>F6 W>F6 draw W>F3 T19>F3 draw draw draw draw draw draw draw
draw draw draw draw W>F2 T7>F2 draw draw W>F6 T20>F6 T10>F6 W>F6 T1>F6 W>T20 draw draw W>F5 draw
W>F7 draw draw W>F1 T20>F1 draw W>F4 draw draw draw draw W>F8 draw W>T8 draw draw W>F8 draw W>T14
draw draw W>F1 T8>F1 T2>F1 draw draw W>T8 draw W>F6 T14>F6 draw draw draw draw W>F7 T18>F7 T10>F7
W>T18 draw draw draw draw draw draw draw draw draw W>F3 T3>F3 T8>F3 T16>F3 draw draw W>F4 draw W>F5
T1>F5 T9>F5 draw W>T1 draw W>F3 draw draw W>F7 T11>F7 draw draw draw draw draw draw draw draw W>F4
T6>F4 T4>F4 W>F4 T20>F4 T18>F4 T13>F4 draw draw W>F2 T7>F2 redeal draw draw W>F4 draw W>F7 T3>F7
T8>F7 draw draw draw draw draw draw draw draw W>T4 draw W>F5 draw draw W>F8 draw W>T7 draw W>F4 draw
W>F6 T7>F6 draw W>F8 T16>F8 T19>F8 draw draw W>T7 draw W>T6 draw W>F5 T6>F5 T10>F5 T7>F5 T16>F5
T16>F5 T6>F5 W>T7 W>T10 W>T8 draw W>T8 draw W>F1 T4>F1 T1>F1 T11>F1 T20>F1 draw W>F6 T13>F6 draw
W>T4 draw W>F7 T4>F7 T10>F7 draw W>T10 draw W>F3 draw W>F3 T7>F3 T3>F3 T9>F3 T19>F3 draw W>F8 T14>F8
T5>F8 T10>F8 T16>F8 T4>F8 draw W>F2 T8>F2 T2>F2 T6>F2 T1>F2 T8>F2 T10>F2 T7>F2 draw W>F4 T18>F4 draw
W>F8 draw W>F7
result won
end
