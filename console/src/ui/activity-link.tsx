import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';

export const pageOf = (clientId: string) => `/clients/${clientId}`;

const openedHere = { isOpenedHere: true };

/**
 * Opens an activity on the page of its client. While one is open there, it takes its place in the history, so that one step
 * back leads to the page.
 */
export function ActivityLink({
  clientId,
  activityId,
  children,
}: {
  clientId: string;
  activityId: string;
  children: ComponentChildren;
}) {
  const [location] = useLocation();
  const page = pageOf(clientId);
  const href = `${page}/activities/${activityId}`;
  const isOpen = location.startsWith(`${page}/activities/`);
  const state = location === page ? openedHere : null;
  return (
    <Link
      href={href}
      dir="auto"
      replace={isOpen}
      state={isOpen ? history.state : state}
      {...(location === href ? { 'aria-current': 'true' as const } : {})}
    >
      {children}
    </Link>
  );
}

/** Shows another activity in place of the open one, or closes it, without leaving a step back to it. */
export function useOpenActivity(clientId: string) {
  const [, navigate] = useLocation();
  const page = pageOf(clientId);
  return {
    show: (activityId: string) =>
      navigate(`${page}/activities/${activityId}`, { replace: true, state: history.state }),
    close: () => {
      if (history.state?.isOpenedHere) history.back();
      else navigate(page, { replace: true });
    },
  };
}
