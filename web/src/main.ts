import { mount } from 'svelte';
import App from './App.svelte';
import { parseRoute } from './app/routes.ts';
import { loaded } from './ground/load.ts';
import 'virtual:theme.css';
import './app.css';

const target = document.getElementById('app');
// A page that begins elsewhere does not need Home at once.
const home = () => import('./pages/Home.svelte');
const first = async () => (parseRoute(location.hash).page === 'home' ? (await home()).default : null);
// Without its texts, the page goes on saying what it says until this has run.
void loaded(first).then((begun) => {
  if (!target) return;
  target.textContent = '';
  mount(App, { target, props: { home: begun } });
});
