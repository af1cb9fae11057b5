/** Texts of verdicts, odds, solutions and analysis, which are loaded with them. */
import { translator } from '../i18n.ts';

export const advice = {
  label: 'Advice',
  close: 'Close the advice',

  // Verdict
  'verdict.winnable': 'Can be won',
  'verdict.unwinnable': 'Can no longer be won',
  'verdict.since': 'Can no longer be won since move {{ply}}',
  'verdict.never': 'This deal can’t be won',
  'verdict.undecided': 'Not known: no answer within 10 seconds',
  'verdict.searching': 'Looking …',
  'verdict.failed': 'The solver doesn’t answer. You can play on; try again later.',
  'verdict.badge': 'Advice: {{verdict}}',
  'verdict.go-back': 'Go back to move {{ply}}',
  'verdict.go-start': 'Go back to the start',
  'verdict.ask': 'Can it still be won?',
  'verdict.peeks': 'peeks at hidden cards',
  'verdict.show': 'Always say whether it can be won',

  always: 'always',

  // More moves
  'more.ask': 'More moves',
  'more.searching': 'Looking …',
  'more.title': 'The best moves',
  'more.hold': 'Hold to see it on the table',
  'more.as-good': 'about as good',
  'more.none': 'There is no good move.',
  'more.last-good': 'Your last move kept your chances.',
  'more.last-cost': 'Your last move cost about {{cost}}.',

  // What the advice may see
  'sees.fair': 'It uses only what you can see, and peeks at hidden cards only if you say so.',
  'sees.open': 'All cards lie open, so it sees what you see.',

  // What knows the hidden cards asks first
  'all.title': 'This peeks at hidden cards',
  'all.text': 'Using hidden cards marks this game for good, even if you undo.',
  'all.yes': 'Show it',
  'all.no': 'No, thanks',
  'all.marked': 'Marked: help used hidden cards.',

  // Odds
  'odds.show': 'Always show my chances',
  'odds.ask': 'What are my chances?',
  'odds.fair': 'Your chance: {{chance}}',
  'odds.meter': 'Your chance to win',
  'odds.searching': 'Working it out …',
  'chance.about': 'about {{chance}}',
  'chance.band': '{{low}} to {{high}}',
  'chance.under': 'under {{chance}}',
  'chance.over': 'over {{chance}}',
  'line.cost': '−{{cost}}',
  'odds.chosen': 'This deal is known to be winnable; the estimate ignores that, so it’s slightly low.',
  'odds.complete-won': 'You know every card now, and the game can be won.',
  'odds.complete-lost': 'You know every card now, and the game can no longer be won.',

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
  'show.speed': 'Speed',
  'show.speed-slow': 'Slow',
  'show.speed-normal': 'Normal',
  'show.speed-fast': 'Fast',
  'show.searching': 'Looking for a way to win …',
  'show.lost': 'The game can no longer be won from here.',
  'show.unknown': 'No way to win was found within 10 seconds.',

  // Choice
  'choice.ask': 'Which way of building wins this deal?',
  'choice.ones': 'By ones: {{verdict}}',
  'choice.twos': 'By twos: {{verdict}}',
  'choice.winnable': 'can be won',
  'choice.unwinnable': 'can’t be won',
  'choice.unknown': 'not known',
  'choice.searching': 'looking …',

  // Analysis
  'analysis.start': 'Analyze this game',
  'analysis.start-all': 'Analyze with all cards known',
  'analysis.again': 'Analyze again',
  'analysis.cancel': 'Stop the analysis',
  'analysis.verdicts': 'Where was it lost? {{share}}',
  'analysis.odds': 'Working out the chances: {{share}}',
  'analysis.graph': 'Position in the game',
  'analysis.graph-at': 'move {{ply}} of {{plies}}',
  'analysis.graph-verdict': 'can be won',
  'analysis.graph-lost': 'lost',
  'analysis.graph-chance': 'chance {{chance}}',
  'analysis.thrown': 'This move threw the win away',
  'analysis.between': 'One of the moves {{from}} to {{to}} threw the win away.',
  'analysis.never': 'No move threw a win away: the deal couldn’t be won.',
  'analysis.open': 'Nothing was thrown away: the game can be won.',
  'analysis.costly': 'Where your chance fell most',
  'analysis.luck': 'A card that turned out badly counts as well: not every one of these is a mistake.',
  'analysis.cost': '{{before}} to {{after}}',
  'analysis.move': 'Move {{ply}}: {{move}}',
  'analysis.from-to': '{{card}} from {{from}} to {{to}}',
  'analysis.draw': 'draw',
  'analysis.redeal': 'redeal',
  'analysis.ones': 'build by ones',
  'analysis.twos': 'build by twos',
  'analysis.best': 'Best here',
  'analysis.best-fair': 'Best by what you can see',
  'analysis.best-all': 'Best with all cards known',
  'analysis.play': 'Play it',

  // None
  'none.want': 'Play without help (counts as unaided)',
  'none.here': 'You play this game without help.',
  'none.off': 'All help is switched off in the settings.',
} as const;

export const t = translator(advice);
