/**
 * Tests of the full run alone, which are many seconds of ./test, each with what of its kind stays in the ordinary run.
 * Playwright looks for these words in `project file titles`.
 */
const why: Record<string, string> = {
  'texts that are 40 % longer have room at 320 px': 'German on every page, at the same width',
  'text of twice the size leaves the table in view in a low window': 'text of twice the size on a phone, and 400 % of zoom',
  'wider spacing of text cuts nothing off': 'text of twice the size on a phone',
  'of the engine, the first time and however long one waits, in grandfather': 'Gargantua',
  'of the engine, the first time and however long one waits, in carthage': 'Gargantua',
  'a lost game is analyzed as the program does it': 'the module’s analysis against the program’s (tests/wasm), and that it is fair',
  'verdicts agree with undo over whole games': 'a lost game that is won by going back; verdicts of the module (tests/wasm)',
  'the advice has room at 320 px in longer words': 'advice in German at 320 px',
  'the calendar can be left before its deals are known': 'the calendar',
  'a win can be watched again, and leaving in the middle': 'the film of a link to a won game',
  'the faces are drawn again for a sharper screen': 'faces.test.ts, and the faces on a sheet',
  'a foundation that has its last card glows': 'a win that is shown, and skipped',
  'why a file, a link or an import can’t be read is said in German': 'the same in English; translations.test.ts',
  'a whole game is played and won in German': 'every moment of a game in German',
  'nothing moves on Home while German arrives': 'the same in English',
  'a browser set to en-GB, de gets en': 'one that gets English, and one that gets German',
  'a browser set to den, constructor gets en': 'the same',
  'the comparison sees a card that lies elsewhere': 'the pictures themselves',
  'sharing a win says how it was won, with par': 'par after a win (deals), and a link to a won game',
  'draws a QR code that says the link': 'code.test.ts, which reads the code back',
  'to a game in progress becomes the game of its deal': 'a link to a game in progress that is there',
  'is dropped on the page, which says that it may be': 'a record that is pasted',
  'leaves the table and a good link beside it alone': 'a hostile link stores nothing',
  'a new build is offered after SIGHUP': 'a new version that is offered; Serving.ReadsANewBuildOnSighup',
  'other tabs go on with their version': 'a new version that begins in one tab',
  'in a folder the page works like anywhere else': 'the page at the root of a host',
  'a version that nobody asked for begins': 'a version that the player asks for',
  'a version of which files have been removed': 'a version with one file wrong',
  'because its games are not saved is not updated': 'two other browsers that keep nothing',
  'letters of 100%': 'letters of 200%',
  'grandfather fits every window': 'Gargantua and Carthage; layout.test.ts',
  'gloucestershire fits every window': 'the same',
  'stalactites fits every window': 'the same',
  'desktop lesson.spec.ts what can be played is marked': 'the same on a phone',
  'a game of another engine is shown, played and won': 'five games that the page knows by what the engine says of them',
  'two browsers are merged, and a game in progress': 'export and import; Merging.* in C++',
  'two tabs that end games at the same time lose none': 'two tabs of two games (keep)',
  'after fifty games it reminds of an export': 'file.test.ts',
  'with the solver does not keep anybody from an export': 'what goes wrong in the page',
  'without storage everything can be played and counted': 'a browser without room, and denied storage (keep)',
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
export const onlyFull = new RegExp(Object.keys(why).map(escaped).join('|'));
