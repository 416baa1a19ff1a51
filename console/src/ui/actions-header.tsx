/** The header of a column of buttons. */
export const ActionsHeader = () => (
  <th scope="col">
    <span class="hidden">Actions</span>
  </th>
);
