import type { ComponentChildren } from 'preact';

type Column = false | string | { label: string; class: string };

/** A column that is left out where there is no room. */
export const wide = (label: string): Column => ({ label, class: 'wide' });

/** A column of buttons. */
export const actions = { label: 'Actions', class: 'buttons' } as const;

/** A table with its caption for screen readers, and a header for each column. */
export const Table = ({
  caption,
  columns,
  children,
  ...table
}: {
  caption: string;
  columns: readonly Column[];
  class?: string;
  children: ComponentChildren;
}) => (
  <table {...table}>
    <caption class="hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === false) return null;
          const { label, class: classes } = typeof column === 'string' ? { label: column } : column;
          return (
            <th key={label} scope="col" class={classes}>
              {column === actions ? <span class="hidden">{label}</span> : label}
            </th>
          );
        })}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
