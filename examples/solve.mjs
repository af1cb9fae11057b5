// Which of some deals can be won by someone who knows all cards? `node solve.mjs grandfather 1 5`
import { openSolver, openTable } from 'quincunx';

const [game = 'grandfather', first = '1', last = '5'] = process.argv.slice(2);
const { games } = await (await openTable()).games();
const { name } = games.find(({ id }) => id === game) ?? { name: 'no such game' };
console.log(name);

const solver = await openSolver();
for (let number = Number(first); number <= Number(last); ++number) {
  const deal = `${game}#${number}`;
  const { verdict, line, nodes } = await solver.solution(deal, {
    time: 5000,
    onProgress: (sofar) => console.error(`${deal}: ${sofar.nodes} nodes so far`),
  });
  console.log(deal, verdict, nodes, line.slice(0, 3).join(' '));
}
