/** The text of an error, whatever was thrown. */
export const saidOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
