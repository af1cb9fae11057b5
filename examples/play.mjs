// Deals a game, plays what the hints say while they are certain, and prints the record.
import { openSolver, openTable, Refused } from 'quincunx';

const table = await openTable();
const solver = await openSolver();

let { view, record } = await table.deal('stalactites#12345');
console.log(view.piles.filter(({ kind }) => kind === 'tableau').map(({ id, cards }) => `${id} ${cards.map(({ card }) => card).join(' ')}`));
try {
  await table.play('T1>T1');
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(error.message);
}
while (view.status === 'playing') {
  const { hint } = await solver.consideredHint(record, { time: 2000 });
  if (!hint) break;
  ({ view, record } = await table.play(hint.move));
}
console.log(view.status, record);
