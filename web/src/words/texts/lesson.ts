/** Texts of the first games, which are loaded with them. `{{card}}` and `{{on}}` are cards, to be read or heard. */
import { translator } from '../../ground/i18n.ts';

export const lesson = {
  offer: 'New to this game?',
  start: 'Learn to play',
  close: 'Not now',
  label: 'First game',
  step: 'Step {{step}} of {{steps}}',
  skip: 'Skip',
  'skip-long': 'Skip the first game',
  'play-on': 'Play on',
  done: 'Well done!',
  other: 'Legal, but try the highlighted move first.',

  'gargantua.ace': 'Foundations start with aces. Tap {{card}}.',
  'gargantua.build': 'Piles go down in alternating colors. Put {{card}} on {{on}}.',
  'gargantua.empty': 'Empty a pile: put {{card}} on {{on}}.',
  'gargantua.king': 'Only kings go to empty piles. Move {{card}} there, with the card on top.',
  'gargantua.draw': 'Nothing to play? Tap the stock.',
  'gargantua.waste': 'The top of the waste is in play. Put {{card}} on {{on}}.',
  'gargantua.end': 'Your game now! Turn up face-down cards first. You may turn the waste over once.',

  'grandfather.up': 'Four foundations go up in suit from the ace. Tap {{card}}.',
  'grandfather.down': 'The other four go down from the king. Tap {{card}}.',
  'grandfather.next': '{{card}} comes next. Tap it too.',
  'grandfather.draw': 'Nothing to play? Tap the stock.',
  'grandfather.cover': 'Nothing takes {{card}} yet. Put it on {{on}}, which can wait.',
  'grandfather.end': 'Your game now! A pile holds two cards: mind what you cover.',

  'gloucestershire.reserve': 'Any reserve card can be played. Tap {{card}}: aces start foundations.',
  'gloucestershire.next': 'Foundations go up in suit. Tap {{card}}.',
  'gloucestershire.corner': 'Piles go down in alternating colors, from ace to king too. Put {{card}} on {{on}}.',
  'gloucestershire.bridge': 'Reserve cards make bridges. Put {{card}} on {{on}}.',
  'gloucestershire.run': 'Cards in order move together. Put {{card}}, with its king, on {{on}}.',
  'gloucestershire.end': 'Your game now! Leave cards in the reserve until you need them.',

  'stalactites.choose': 'Foundations go up by ones (8, 9, 10) or by twos (8, 10, queen). Choose ones here.',
  'stalactites.rank': 'Suits don’t matter. Tap {{card}} for {{on}}.',
  'stalactites.park': 'Tap {{card}} to park it in a cell.',
  'stalactites.free': '{{card}} is free now. Tap it.',
  'stalactites.back': 'Now {{on}} takes {{card}}. Tap it.',
  'stalactites.end': 'Your game now! Only foundations empty the two cells: park cards you’ll need soon.',

  'carthage.ace': 'The top of each reserve can be played. Tap {{card}}: aces start foundations.',
  'carthage.next': '{{card}} comes next. Tap it.',
  'carthage.build': 'Piles go down in suit, card by card. Put {{card}} on {{on}}.',
  'carthage.space': 'Any card can go to an empty pile. Put {{card}} there.',
  'carthage.free': 'Now put {{card}} on {{on}}.',
  'carthage.end': 'Your game now! Play what you can, then tap the stock: five times, it deals two cards onto each reserve.',
} as const;

export const t = translator(lesson);
