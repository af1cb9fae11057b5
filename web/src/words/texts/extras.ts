/** Texts of the table's dialogs and panels, which are loaded with them. */
import { translator } from '../../ground/i18n.ts';

export const extras = {
  // Command field
  'field.label': 'Command field',
  'field.hint': 'Command: a move such as “t4 f”, or “where 7h”, “state”, “moves”, “help”',
  'field.placeholder': 't4 f · where 7h · help',
  'field.close': 'Close the command field',

  // Two games of one deal
  'two.text':
    'You have two games of this deal: the browser’s storage didn’t respond when the later one began. Which one would you like to play? The other one stays among your games in progress.',
  'two.kept': 'Earlier: {{moves}}, {{ago}}',
  'two.other': 'Later: {{moves}}, {{ago}}',

  // End
  'over.label': 'End of the game',
  'over.won': 'You won!',
  'over.was-won': 'Won!',
  'over.facts': '{{moves}}, {{time}}',
  'over.advice': 'Undo a few moves or start over.',
  'over.undo': 'Undo',
  'over.view': 'View table',
  'over.analyze': 'Review this game',
  'over.unaided': 'Without any help.',
  'over.fewest': 'Your fewest moves so far!',
  'over.fastest': 'Your fastest win so far!',
  'over.fewest-help': 'Your fewest moves so far, with help.',
  'over.fastest-help': 'Your fastest win so far, with help.',
  'over.best': 'Your best: {{moves}}, {{time}}',
  'over.remind_one': '{{count}} game has ended since your last export.',
  'over.remind_other': '{{count}} games have ended since your last export.',
  'over.export': 'Export them',
  'over.later': 'Not now',
  'over.replay': 'Watch again',
  'over.share': 'Share',
  'over.first': 'Your first {{game}} without help!',
  'over.picture': 'Picture',
  'over.picture-par': 'Par, or better',
  'over.no-picture': 'The picture couldn’t be made.',

  // History
  'history.back': 'One move back',
  'history.on': 'One move forward',
  'history.close': 'Close the history',
  'history.move': 'Move',
  'history.at': 'Move {{ply}} of {{plies}}',
  'history.mark': 'Move {{ply}}',
  'history.remove': 'Remove the bookmark {{name}}',
  'history.name': 'Name of a bookmark at this move',
  'history.placeholder': 'Bookmark this move',
  'history.set': 'Set the bookmark',

  // Menu
  'menu.new': 'New deal',
  'menu.restart': 'Restart',
  'menu.full-screen': 'Full screen',
  'menu.leave-full-screen': 'Leave full screen',
  'menu.send': 'Share …',
  'menu.save': 'Save to a file',
  'menu.set-up': 'Set up from here',
  'menu.lesson': 'Play a guided first game',
  'menu.show': 'Mark playable cards',
  'menu.advice': 'Advice and analysis',
  'menu.keys': 'Keyboard shortcuts',
  'menu.number': 'Deal number',
  'menu.bad-number': 'Enter a whole number from 1 to 18,446,744,073,709,551,615.',
  'menu.standard': 'Standard rules',

  // Where the stock lies
  'place.title': 'Where would you like the stock?',
  'place.bottom-left': 'Bottom left',
  'place.bottom-right': 'Bottom right',
  'place.top-right': 'Top right',
  'place.top-left': 'Top left',
  'place.later': 'You can change this in Settings.',

  // Keys

  'keys.arrows': 'Arrows',
  'keys.enter': 'Enter',
  'keys.space': 'Space',
  'keys.esc': 'Esc',
  'keys.undo-keys': 'U, Z or Backspace',
  'keys.redo-keys': 'R or Y',
  'keys.move-about': 'move between cards',
  'keys.play': 'move the card to its best place',
  'keys.lift': 'pick up a card; on a pile, put it there',
  'keys.cancel': 'cancel',
  'keys.deal': 'deal from the stock',
  'keys.draw': 'draw; redeal when the stock is empty',
  'keys.choose': 'choose how to build the foundations',
  'keys.undo': 'undo',
  'keys.redo': 'redo',
  'keys.hint': 'hint; press again to play it',
  'keys.show': 'mark what can be played: hold, or press once',
  'keys.seek': 'mark the cards that a foundation takes next',
  'keys.finish': 'auto-finish',
  'keys.new': 'new deal',
  'keys.again': 'new deal like the last one',
  'keys.restart': 'restart',
  'keys.pause': 'pause',
  'keys.history': 'history and bookmarks',
  'keys.advice': 'advice and analysis',
  'keys.menu': 'menu',
  'keys.read': 'describe the table',
  'keys.field': 'command field',
  'keys.keys': 'this list',
} as const;

export const t = translator(extras);
