import { Fragment } from 'preact';

/** An email address, alone or with a name. A narrow column breaks it after its signs, not within words. */
export const Address = ({ text }: { text: string }) => (
  <bdi>
    {text.split(/(?<=[@.])/).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
);
