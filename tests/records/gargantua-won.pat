quincunx-record 1
game gargantua
deal gargantua#2
moves
T1>T4 T5>T1 T5>F1 draw W>T8 T4>T8*2 T4>T5 draw draw draw draw W>F2 draw draw draw draw draw T9>T4
W>F3 T9>F3 draw draw draw W>F1 draw W>F1 T7>F1 T2>F1 T8>F1 T2>F1 draw draw draw T6>T2 W>F4 W>T4 W>T6
T6>T4*2 W>T6 W>F4 W>F4 draw draw W>F3 T3>T4 T5>F3 T7>T3 T7>T1 T7>F3 draw draw draw W>F5 T4>T2*6
T7>T4 T7>F1 draw draw draw draw W>F4 W>F2 T6>T2*2 T6>F4 T8>T9*3 T8>T2 draw W>T1 T9>T1*4 T8>T7 T8>T9
T8>F2 T2>F2 T5>F2 T8>T4 T9>T8*2 W>T6 T8>T6*3 T8>T4 T9>T8 T3>T5*2 draw draw draw draw draw draw W>F6
W>T4 W>T9 draw draw W>F6 W>F7 W>T8 W>F6 T9>F6 draw draw W>F5 W>F7 draw draw W>T9 T6>T8*5 draw T3>T9
draw draw W>T1 T9>T1*3 draw W>F1 draw W>F5 draw W>F2 draw W>F8 T8>F2 T4>F2 T7>F2 T8>T7*2 T8>F1 T9>T8
T5>F2 draw T9>F2 draw W>F8 T5>F1 T2>T5*7 T2>F2 W>F4 T1>F8 draw T5>T2*8 W>F1 T1>T5*3 T1>F4 W>T2 W>F1
T5>F5 draw draw draw draw draw draw W>F7 T2>F7 draw draw draw W>F8 W>F4 draw W>F3 T6>F3 T1>F3 T4>F3
T8>F3 T1>F4 T4>F4 T8>F4 W>F4 T5>F7 redeal T2>F5 T2>F7 T4>F3 draw draw W>F7 draw W>F5 T2>F5 T2>F7
W>F5 T2>F5 T8>F3 T1>F5 draw draw draw W>F6 T5>F6 T8>F4 W>T9 draw draw T7>T1*3 draw W>F3 draw W>F6
T1>F6 T1>F7 T2>F7 draw W>F2 draw W>F8 T2>F5 draw draw W>F8 T5>F8 T9>F8 T9>F6 T1>F6 draw W>F6 W>F6
W>F8 draw W>F6 W>F8 W>T3 W>F7 T1>F8 T1>F5 T2>F7 T2>F5 T3>F7 T4>F8 T1>F8
result won
end
