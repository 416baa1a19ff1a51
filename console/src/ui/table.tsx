import type { ComponentChildren } from 'preact';
import { Empty } from './states.tsx';

/** `wide` columns are left out where there is no room; false stands for a column that the reader may not see. */
type Column<T> = false | readonly [label: string, cell: (row: T) => ComponentChildren, classes?: string];

/** The label of a column of buttons. */
export const actions = 'Actions';

/**
 * A table with its caption for screen readers. The first column names the row.
 * @param empty shown if there are no rows
 */
export function Table<T extends { readonly id: string }>({
  caption,
  columns,
  rows,
  empty,
  ...table
}: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  empty?: string;
  class?: string;
}) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  const shown = columns.filter((column) => column !== false);
  return (
    <table {...table}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {shown.map(([label, , classes]) => (
            <th key={label} scope="col" class={classes}>
              {label === actions ? <span class="hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {shown.map(([label, cell, classes], index) =>
              index === 0 ? (
                <th key={label} scope="row" class={classes} dir="auto">
                  {cell(row)}
                </th>
              ) : (
                <td key={label} class={classes} dir="auto" data-label={label}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
