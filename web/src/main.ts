import { mount } from 'svelte';
import App from './App.svelte';
import { textsThere } from './words/i18n.ts';
import { loaded } from './ui/load.ts';
import 'virtual:theme.css';
import './app.css';

const target = document.getElementById('app');
// Without its texts, the page goes on saying what it says until this has run.
void loaded(textsThere).then(() => {
  if (!target) return;
  target.textContent = '';
  mount(App, { target });
});
