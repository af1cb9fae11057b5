import { mount } from 'svelte';
import App from './App.svelte';
import './theme/theme.css';
import './app.css';

const target = document.getElementById('app');
if (target) {
  target.textContent = ''; // what the page says until this has run
  mount(App, { target });
}
