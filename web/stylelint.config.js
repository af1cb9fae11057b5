import stylelint from 'stylelint';

const name = 'quincunx/hover';
const sizes = 'quincunx/sizes';

/** A button that is darker under a pointer stays so after a touch: its rule belongs where there is something that hovers. */
const hover = Object.assign(
  (on) => (root, result) => {
    if (!on) return;
    root.walkRules(/:hover/, (rule) => {
      for (let node = rule.parent; node; node = node.parent) if (node.type === 'atrule' && node.params === '(hover: hover)') return;
      stylelint.utils.report({ ruleName: name, result, node: rule, message: 'Put what hovers into @media (hover: hover)' });
    });
  },
  { ruleName: name, messages: {} },
);

/** Whether there is room in a box is asked for few sizes, too: the widths have those of windows (theme/sizes.css). */
const boxes = Object.assign(
  (allowed) => (root, result) => {
    root.walkAtRules('container', (rule) => {
      for (const [text] of rule.params.matchAll(/(width|height): [^)]*/g))
        if (!allowed.includes(text))
          stylelint.utils.report({ ruleName: sizes, result, node: rule, message: `Use one of ${allowed.join(', ')}` });
    });
  },
  { ruleName: sizes, messages: {} },
);

/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard'],
  plugins: [stylelint.createPlugin(name, hover), stylelint.createPlugin(sizes, boxes)],
  ignoreFiles: ['dist/**'],
  overrides: [{ files: ['**/*.{svelte,html}'], customSyntax: 'postcss-html' }],
  reportNeedlessDisables: true,
  reportInvalidScopeDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    [name]: true,
    // 14em: letters of twice the size on a phone. 31em: from here on, two blocks of sequences stand beside each other.
    [sizes]: [
      [
        'width: 14em',
        'width: 24em',
        'width: 31em',
        'width: 34em',
        'width: 60em',
        'width: 68em',
        'height: 22em',
        'height: 30em',
        'height: 40em',
      ],
    ],
    // Windows' sizes have names, in theme/sizes.css.
    'media-feature-name-allowed-list': ['hover', 'pointer', '/^prefers-/', 'forced-colors'],
    // Rules stand close together.
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'rule-empty-line-before': null,
    // Blocks follow the page, not their weight.
    'no-descending-specificity': null,
    // Levels have names, in app.css; 1 is over a neighbor.
    'declaration-property-value-allowed-list': { 'z-index': ['1', '/^var\\(--z-/'] },
    'import-notation': 'string',
    'media-feature-range-notation': 'prefix',
    'property-no-vendor-prefix': [true, { ignoreProperties: [/-(text-size-adjust|user-select)$/] }], // Safari knows no other
    'selector-class-pattern': ['^[a-z][a-z-]*(-[CDHS])?$', { message: 'Class names are lower case' }],
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'value-keyword-case': ['lower', { ignoreKeywords: ['currentColor'] }],
  },
};
