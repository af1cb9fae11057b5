/** Texts of verdicts, odds, solutions and analysis, which are loaded with them. */
import { translator } from '../../ground/i18n.ts';

export const advice = {
  close: 'Close the advice',

  // Verdict
  'verdict.winnable': 'Can be won',
  'verdict.unwinnable': 'Can no longer be won',
  'verdict.since': 'Lost since move {{ply}}',
  'verdict.never': 'This deal can’t be won',
  'verdict.undecided': 'Unknown after 10 seconds',
  'verdict.searching': 'Checking …',
  'verdict.failed': 'The solver isn’t responding',
  'verdict.badge': 'Advice: {{verdict}}',
  'verdict.go-back': 'Go back to move {{ply}}',
  'verdict.go-start': 'Go back to the start',
  'verdict.ask': 'Can it still be won?',
  'verdict.peeks': 'peeks at hidden cards',
  'verdict.show': 'Always say whether it can be won',

  // More moves
  'more.ask': 'Other good moves',
  'more.rest': 'Review and more',
  'more.searching': 'Looking …',
  'more.title': 'The best moves',
  'more.hold': 'Hold to see the move on the table',
  'more.as-good': 'about as good',
  'more.none': 'No good move left.',
  'more.last-searching': 'Checking your last move …',
  'more.last-good': 'Your last move kept your chances.',
  'more.last-cost': 'Your last move cost about {{cost}}.',

  // Cards that the advice may see
  'sees.fair': 'Never looks under cards unless you allow it.',
  'sees.open': 'All cards are face up: advice sees what you see.',

  // Advice that knows the hidden cards asks first
  'all.title': 'This peeks at hidden cards',
  'all.text': 'The game stays marked, even if you undo.',
  'all.yes': 'Show it',
  'all.no': 'No, thanks',
  'all.marked': 'Marked: help used hidden cards.',

  // Odds
  'odds.show': 'Always show my chances',
  'odds.ask': 'What are my chances?',
  'odds.fair': '{{chance}} to win',
  'odds.share': '{{chance}} of possible deals can be won',
  'odds.was': 'was {{chance}}',
  'odds.searching': 'Calculating …',
  'chance.about': 'about {{chance}}',
  'chance.band': '{{low}} to {{high}}',
  'chance.under': 'under {{chance}}',
  'chance.over': 'over {{chance}}',
  'line.cost': '−{{cost}}',
  'line.lucky': '+{{cost}}',
  'odds.chosen': 'It doesn’t use that this deal can be won.',
  'odds.complete-won': 'All cards are known: it can be won.',
  'odds.complete-lost': 'All cards are known: it can no longer be won.',

  // After a bad move
  'tip.lost': 'That move threw the win away.',
  'tip.worse': 'Costly: your chances fell from {{before}} to {{after}}.',
  'tip.back': 'Take it back',

  // Show me
  'show.next': 'Play the next move',
  'show.all': 'Play it to the end',
  'show.back': 'Go back, then play it to the end',
  'show.stop': 'Stop',
  'show.film': 'The game plays itself',
  'show.end': 'To the end',
  'show.position': 'Position in the replay',
  'show.speed': 'Speed',
  'show.speed-slow': 'Slow',
  'show.speed-normal': 'Normal',
  'show.speed-fast': 'Fast',
  'show.searching': 'Looking for a way to win …',
  'show.lost': 'The game can no longer be won from here.',
  'show.unknown': 'No way to win was found within 10 seconds.',

  // Choice
  'choice.ask': 'Which choice wins?',
  'choice.found': '{{steps}}: {{verdict}}',
  'choice.winnable': 'can be won',
  'choice.unwinnable': 'can’t be won',
  'choice.unknown': 'unknown',
  'choice.searching': 'checking …',

  // Analysis
  'analysis.start': 'Review this game',
  'analysis.start-all': 'Review with all cards known',
  'analysis.again': 'Review again',
  'analysis.cancel': 'Stop',
  'analysis.verdicts': 'Where was it lost? {{share}}',
  'analysis.odds': 'Working out the chances: {{share}}',
  'analysis.moments': 'Looking closely at some moves: {{share}}',
  'analysis.graph': 'Position in the game',
  'analysis.graph-at': 'move {{ply}} of {{plies}}',
  'analysis.graph-verdict': 'can be won',
  'analysis.graph-lost': 'lost',
  'analysis.graph-chance': 'chance {{chance}}',
  'analysis.thrown': 'This move threw the win away',
  'analysis.between': 'One of the moves {{from}} to {{to}} threw the win away.',
  'analysis.never': 'Not your fault: this deal can’t be won.',
  'analysis.open': 'Nothing was thrown away: the game can be won.',
  'analysis.move': 'Move {{ply}}: {{move}}',
  'analysis.from-to': '{{card}} from {{from}} to {{to}}',
  'analysis.draw': 'draw',
  'analysis.redeal': 'redeal',
  'analysis.build': 'build {{steps}}',
  'analysis.best': 'Best move here',
  'analysis.best-fair': 'Best move from what you can see',
  'analysis.best-all': 'Best move with all cards known',

  // Review
  'review.moments': 'Where your moves cost most',
  'review.none': 'No mistakes found: no move clearly cost you anything.',
  'review.some': 'No mistakes found so far, but not every move was checked.',
  'review.seen': 'Judged on what you knew, not on luck.',
  'review.cost': 'It cost about {{cost}}.',
  'review.lucky': 'Then lucky cards: +{{share}}.',
  'review.unlucky': 'Then unlucky cards: −{{share}}.',
  'review.find': 'Find the better move',
  'review.at': '{{at}} of {{of}}',
  'review.before': 'The one before',
  'review.after': 'The next one',
  'review.ask': 'Move {{ply}}: what is better than {{move}}?',
  'review.right': 'Good move! Nothing better from what you could see.',
  'review.wrong': 'By what could be seen, it costs about {{cost}}.',
  'review.again': 'That’s the move you made.',
  'review.wins': 'Right: the game can be won from here.',
  'review.loses': 'From here the game can no longer be won.',
  'review.on': 'Play on from here',
  'review.next': 'Next one',
  'review.back': 'Done',
  'review.kept': 'Your game is kept as it was; this is another one.',

  // None
  'none.want': 'Lock help for this game',
  'none.off': 'All help is turned off in the settings.',
} as const;

export const t = translator(advice);
