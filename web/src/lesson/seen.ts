/** Which first games have been offered or played, as the settings keep it. */
import { settings } from '../store/settings.svelte.ts';

const seen = (): string[] => settings.lessons.split(' ').filter((id) => id !== '');

/** It has been offered or played: it is not offered again. */
export const lessonSeen = (game: string): boolean => seen().includes(game);

export function noteLesson(game: string): void {
  if (!lessonSeen(game)) settings.lessons = [...seen(), game].join(' ');
}
