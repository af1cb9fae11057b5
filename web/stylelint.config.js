import stylelint from 'stylelint';

const name = 'quincunx/hover';

/** What is darker under a pointer stays so after a touch: a rule for it belongs where there is something that hovers. */
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

/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard'],
  plugins: [stylelint.createPlugin(name, hover)],
  ignoreFiles: ['dist/**'],
  overrides: [{ files: ['**/*.{svelte,html}'], customSyntax: 'postcss-html' }],
  reportNeedlessDisables: true,
  reportInvalidScopeDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    [name]: true,
    // Rules stand close together.
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'rule-empty-line-before': null,
    // Blocks follow the page, not their weight.
    'no-descending-specificity': null,
    // Levels have names, in app.css; 1 is over a neighbor.
    'declaration-property-value-allowed-list': { 'z-index': ['1', '/^var\\(--z-/'] },
    'media-feature-range-notation': 'prefix',
    'property-no-vendor-prefix': [true, { ignoreProperties: [/-(text-size-adjust|user-select)$/] }], // Safari knows no other
    'selector-class-pattern': ['^[a-z][a-z-]*(-[CDHS])?$', { message: 'Class names are lower case' }],
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'value-keyword-case': ['lower', { ignoreKeywords: ['currentColor'] }],
  },
};
