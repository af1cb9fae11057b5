/** Which games have a first game that teaches, and for whom: what the page knows before the lesson itself is loaded. */
import { settings } from '../settings.svelte.ts';

/** The deal of each lesson: easy, and with the game's special idea among its first moves. */
export const lessonDeals: Readonly<Record<string, string>> = {
  gargantua: '96',
  grandfather: '15',
  gloucestershire: '34',
  stalactites: '4',
  carthage: '117',
};

const seen = (): string[] => settings.lessons.split(' ').filter((id) => id !== '');

/** It has been offered or played: it is not offered again. */
export const lessonSeen = (game: string): boolean => seen().includes(game);

export function noteLesson(game: string): void {
  if (!lessonSeen(game)) settings.lessons = [...seen(), game].join(' ');
}
