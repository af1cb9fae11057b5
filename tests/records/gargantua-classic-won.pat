quincunx-record 1
game gargantua-classic
deal gargantua-classic#1000001
moves
T6>F1 T2>T4 draw draw W>T2 draw W>T2 W>T2 T1>T2 T5>T1 draw draw draw W>T4 draw draw draw draw draw
draw W>T1 draw draw W>T3 draw draw W>F2 draw W>T5 T3>T5*2 T3>T4 T3>T4 draw draw draw W>T3 T4>T3*5
T4>T5 T4>T6 W>T4 draw draw draw draw W>T5 draw draw draw W>T5 draw draw draw W>T6 T2>T6*5 draw draw
W>T2 T9>T2 T9>T5 T9>T2 draw draw draw draw W>T3 draw draw draw draw draw W>T3 draw W>T7 draw W>T2
W>T2 draw W>T4 draw draw W>T1 T6>T1*8 T6>F3 T5>T6*8 T5>F4 T5>T2 T7>T5*2 T5>T3*3 T7>T5 T9>T7 T9>T1
T9>T3 T7>T8*2 T7>T8 draw W>T2 T7>F1 draw W>T5 T9>T5 T9>F4 T4>T9*3 draw draw W>F5 T9>F2 draw W>F6
T3>F6 draw W>F7 draw W>T4 T9>F4 T1>T6 T1>F6 draw W>T8 T9>T8*2 draw W>F5 draw W>F8 T6>F8 T3>F1 draw
W>F2 draw T8>F1 T6>T1 T6>F2 W>T9 draw redeal draw draw W>T7 draw draw W>F3 T1>F3 T3>F3 W>F3 T3>F2
draw W>T7 draw draw draw draw W>F4 T8>F4 T3>F4 T8>F2 T8>F4 T7>F2 T2>T7 T2>F4 T1>T8*4 T1>F2 T7>T2*2
T7>F2 T6>T1*4 T6>F4 T8>T6*6 T8>F2 T8>F8 T8>F4 T8>F5 T6>T8*7 T6>F4 T7>F5 T6>T7 T6>F5 T8>F8 W>T6 draw
W>F7 draw draw W>F6 T8>F6 draw W>T4 T8>T4*6 T8>T5 T8>F5 T8>F7 T3>F5 draw draw W>F6 draw W>F1 T4>F1
draw W>F3 T4>F3 W>F3 W>F6 T1>T4*3 T1>F5 T1>F3 W>F1 T5>F3 W>F3 T3>F6 T2>T3*2 T2>F5 T4>T1*5 T4>F5 W>T4
draw W>F8 draw W>T7 draw W>F1 draw W>F1 draw W>T3 draw W>T6 draw W>T9 draw W>T7 T2>T5 T2>F2 T3>T7*5
T3>F5 draw W>F6 T7>T5*4 T7>F6 T4>F1 T1>T4*6 T1>F6 T5>T2*6 T5>F4 T7>T3 T7>F6 T6>F2 T4>T1*7 T4>F5
T6>F4 T4>F6 draw W>F7 T1>F7 T1>F8 T2>F7 T2>F8 T1>F7 T1>F8 T2>F7 T2>F8 T1>F7 T1>F8 T3>F1 T2>F7 T2>F8
T9>F1 T1>F7 T1>F8 T7>F1 T5>F8 T3>F3 T3>F2 T2>F7 T2>F5 T9>F3 T1>F7
result won
end
