import { mount } from 'svelte';
import App from './App.svelte';
import { locale } from './i18n.ts';
import './theme/theme.css';
import './app.css';

document.documentElement.lang = locale;
const target = document.getElementById('app');
if (target) {
  target.textContent = ''; // what the page says until this has run
  mount(App, { target });
}
