/** Texts of the first games, which are loaded with them. `{{card}}` and `{{on}}` are cards, to be read or heard. */
import { translator } from '../../ground/i18n.ts';

export const lesson = {
  offer: 'New to this game?',
  start: 'Show me',
  close: 'Not now',
  label: 'First game',
  step: 'Step {{step}} of {{steps}}',
  skip: 'Skip',
  'skip-long': 'Skip the first game',
  'play-on': 'Play on',
  done: 'Well done!',
  other: 'Legal, but try the highlighted move first.',

  'gargantua.ace': 'Each foundation starts with an ace. Tap {{card}}, or drag it to a foundation.',
  'gargantua.build': 'Piles are built down in alternating colors. Put {{card}} on {{on}}: that turns up the card below it.',
  'gargantua.empty': '{{card}} is alone in its pile. Move it onto {{on}} to empty the pile.',
  'gargantua.king': 'Only a king can go to an empty pile. Move {{card}} there: the card on top comes with it.',
  'gargantua.draw': 'When you see nothing to play, tap the stock. It turns a card onto the waste.',
  'gargantua.waste': 'The top card of the waste is always in play. Put {{card}} on {{on}}.',
  'gargantua.end': 'Now it’s your game. Turn up face-down cards first. When the stock is empty, you may turn the waste over once.',

  'grandfather.up': 'Four foundations go up in suit from the ace. Tap {{card}}: the stock refills its pile.',
  'grandfather.down': 'The other four go down from the king. Tap {{card}}.',
  'grandfather.next': '{{card}} comes next on the way down. Tap it too.',
  'grandfather.draw': 'Nothing else to play? Tap the stock for a new card.',
  'grandfather.cover': 'No foundation takes {{card}} yet. Put it on {{on}}: a middle card that won’t be needed for a while.',
  'grandfather.end': 'Now it’s your game. A pile holds two cards, so the whole art is choosing what to cover.',

  'gloucestershire.reserve': 'You can play any card of the reserve at any time. Tap {{card}}: an ace starts a foundation.',
  'gloucestershire.next': 'Foundations go up in suit. Tap {{card}}, which comes next.',
  'gloucestershire.corner':
    'Piles are built down in alternating colors, and wrap around: after the ace comes a king. Put {{card}} on {{on}}.',
  'gloucestershire.bridge': 'Reserve cards make good bridges. Put {{card}} on {{on}}, so that an ace fits on it.',
  'gloucestershire.run': 'Cards in order move together. Put {{card}}, with its king, on {{on}}.',
  'gloucestershire.end':
    'Now it’s your game. Nothing is hidden, and cards in the reserve block nothing: leave them there until you need them.',

  'stalactites.choose': 'First choose how foundations go up: by ones (8, 9, 10) or by twos (8, 10, queen). Choose ones here.',
  'stalactites.rank': 'Suits don’t matter. Tap {{card}}: it comes next on {{on}}.',
  'stalactites.park': 'You need the card under {{card}}. Tap {{card}} to park it in a cell.',
  'stalactites.free': '{{card}} is free now. Tap it: it goes on {{on}}.',
  'stalactites.back': 'And now {{on}} takes {{card}} out of the cell. Tap it.',
  'stalactites.end': 'Now it’s your game. There are only two cells, and only a foundation empties them: park cards you’ll need soon.',

  'carthage.ace': 'The top card of each reserve can be played. Tap {{card}}: an ace starts a foundation.',
  'carthage.next': '{{card}} comes next. Tap it, and its pile is empty.',
  'carthage.build': 'Piles are built down in suit, one card at a time. Put {{card}} on {{on}}.',
  'carthage.space': 'Any card can go to an empty pile. Put {{card}} there: a useful card is under it.',
  'carthage.free': 'Here it is. Put {{card}} on {{on}}.',
  'carthage.end': 'Now it’s your game. Play what you can, then tap the stock: it deals two cards onto each reserve, five times in all.',
} as const;

export const t = translator(lesson);
