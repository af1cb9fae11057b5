quincunx-record 1
game forty-thieves
deal forty-thieves#42
moves
T9>T4 T7>T8 T2>T8 draw W>F1 T5>F1 draw draw draw draw draw draw draw draw draw draw W>F2 draw draw
draw draw draw draw draw draw W>F1 T3>F1 T3>T10 T3>F3 T7>T3 T2>F3 draw draw draw draw draw draw W>F1
T3>F1 T3>F1 T8>F1 T8>F1 T8>F1 T9>T3 T9>F1 T9>F4 T8>T9 T8>F2 T10>F2 T10>F2 T2>F2 T2>F5 T10>F5 T10>F3
T7>T2 T7>F6 W>F6 T6>F6 T8>T6 T5>T7 T5>T8 draw draw draw draw draw draw draw W>F7 draw draw draw draw
draw draw draw draw draw draw draw draw W>F1 T3>F1 draw draw draw draw draw draw draw W>F8 draw draw
draw draw draw W>F5 draw draw draw draw draw draw draw draw W>F3 W>T8 W>T6 W>T8 T5>T8 T4>T5 T10>T5
T4>T10 T4>T1 T4>F7 T4>T9 T5>T4 T5>T10 T4>T10 W>T5 W>F7 W>T4 W>T8 W>T3 W>F2 W>F3 T6>F3 T6>F3 T5>F3
W>T5 W>F3 T10>F3 T10>F3 T10>F3 W>T10 W>T10 T6>T10 T5>T10 W>T5 W>F3 W>F6 T8>F6 T8>F6 T8>F6 T8>F6
T8>F6 T3>F6 T6>T3 W>T1 T6>T1 T9>T6 T9>T1 T6>T1 W>T6 W>T8 W>T9 W>F8 T5>F8 W>F2 T1>F2 T1>F2 T1>F2
T1>F2 T1>F2 T1>F2 T1>F7 T1>T4 T7>T1 W>T5 W>T7 W>T8 W>T7 W>T1 T2>T1 W>T2 T3>T2 T8>T3 T8>T2 T3>T2
T9>T2 W>T3 W>T1 W>T8 W>T10 T8>T10 W>T8 T5>T8 W>T5 W>T3 T5>T3 W>F6 T7>F6 T7>F6 W>T5 W>T9 T5>T9 W>T5
W>T6 W>T7 W>F4 T1>F4 T1>F4 T1>F4 T1>F4 T1>F4 W>F8 T2>F8 T2>F8 T2>F8 T2>F8 T2>F8 W>F8 T5>F8 T7>F8
W>T1 W>T6 W>F7 W>F7 T8>F7 T8>F7 W>F5 T10>F5 T10>F5 T10>F5 T10>F5 T10>F5 T10>F5 T9>F5 T9>F5 T1>F5
W>F7 W>F4 T4>F4 T4>F4 W>F8 W>F7 T6>F4 T3>F7 T6>F4 T3>F7 T6>F4 T3>F7
result won
end
