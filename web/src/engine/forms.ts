/** Rules of somebody's own as the solver takes them, by the id of their game: the table's module has answered them. */
export const forms = new Map<string, string>();

/** The form for a record or position lines; none of a listed game. */
export const formOf = (text: string): { rules?: string } => {
  const rules = forms.get(/^game (\S+)/m.exec(text)?.[1] ?? '');
  return rules === undefined ? {} : { rules };
};
