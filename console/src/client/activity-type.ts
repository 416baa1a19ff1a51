import type { ActivityType } from '../api.ts';

export const activityTypes = ['email', 'call', 'meeting', 'chat', 'note'] as const satisfies ActivityType[];

export const typeLabels: Record<ActivityType, string> = {
  email: 'Email',
  call: 'Call',
  meeting: 'Meeting',
  chat: 'Chat',
  note: 'Note',
};
