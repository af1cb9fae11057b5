/**
 * Shows every face, back and place. The address may choose: `?deck=four-color&paper=dark&table=blue&scheme=dark&widths=28,72`
 * and `parts=faces,backs,places,fans`.
 */
import 'virtual:theme.css';
import { mount } from 'svelte';
import Logo from '../theme/Logo.svelte';
import { readTheme, themeChoices } from '../theme/settings.ts';
import { applyTheme } from '../theme/theme.svelte.ts';
import { backs } from '../theme/themes.ts';
import Card from './Card.svelte';
import { cardAspect } from './parse.ts';
import { ranks } from './glyphs.ts';
import Place from './Place.svelte';
import type { PlaceKind } from './places.ts';
import { suits } from './suits.ts';

const address = new URL(location.href);
const settings = readTheme(Object.fromEntries(address.searchParams));
const widths = (address.searchParams.get('widths') ?? '28,36,56,72,100,160').split(',').map(Number);
const parts = (address.searchParams.get('parts') ?? 'choices,faces,backs,places,fans').split(',');
applyTheme(settings);

function section(title: string): HTMLElement {
  const element = document.body.appendChild(document.createElement('section'));
  element.appendChild(document.createElement('h2')).textContent = title;
  return element;
}

function box(parent: HTMLElement, width: number): HTMLElement {
  const element = parent.appendChild(document.createElement('div'));
  element.style.width = `${width}px`;
  element.style.height = `${width / cardAspect}px`;
  return element;
}

if (parts.includes('choices')) {
  for (const [key, choices] of Object.entries(themeChoices)) {
    const select = document.body.appendChild(document.createElement('select'));
    for (const id of choices) select.add(new Option(`${key}: ${id}`, id));
    select.value = settings[key as keyof typeof settings];
    select.onchange = () => {
      address.searchParams.set(key, select.value);
      location.href = address.href;
    };
  }
}

if (parts.includes('faces')) {
  for (const width of widths) {
    const faces = section(`${width} px`);
    for (const suit of suits) for (const rank of ranks) mount(Card, { target: box(faces, width), props: { card: rank + suit, width } });
  }
}

if (parts.includes('backs')) {
  for (const width of [160, 72, 36]) {
    const row = section(`Backs, ${width} px`);
    for (const id of backs) mount(Card, { target: box(row, width), props: { card: null, back: id, width } });
  }
}

if (parts.includes('places')) {
  const places: [PlaceKind, string][] = [
    ['foundation', 'A'],
    ['foundation', 'KH'],
    ['foundation', 'TS'],
    ['foundation', 'D'],
    ['foundation', ''],
    ['tableau', ''],
    ['tableau', 'K'],
    ['reserve', ''],
    ['waste', ''],
    ['stock', ''],
    ['stock', '0'],
    ['stock', '1'],
    ['stock', '2'],
  ];
  for (const width of [100, 56, 36]) {
    const row = section(`Places, ${width} px`);
    for (const [kind, label] of places) mount(Place, { target: box(row, width), props: { kind, label } });
    for (const ring of ['target', 'hint', 'focus']) {
      const framed = box(row, width);
      framed.className = ring;
      mount(Card, { target: framed, props: { card: 'QH', width } });
    }
    mount(Logo, { target: box(row, width), props: { title: 'Quincunx' } });
  }
}

if (parts.includes('fans')) {
  const row = section('Fans');
  for (const [width, step] of [
    [100, 0.28],
    [56, 0.28],
    [56, 0.16],
    [36, 0.28],
    [28, 0.28],
    [28, 0.18],
  ] as const) {
    const fan = row.appendChild(document.createElement('div'));
    fan.className = 'fan';
    [null, null, 'KS', 'QH', 'JC', 'TD', '9S', '8H'].forEach((card, i) => {
      const place = box(fan, width);
      if (i > 0) place.style.marginTop = `${((card === null ? 0.12 : step) - 1) * (width / cardAspect)}px`;
      mount(Card, { target: place, props: { card, width } });
    });
  }
}
