import { z } from 'zod';
import { cursorInput } from '../core/rest/cursor.ts';
import {
  limitInput,
  maxUrlLength,
  nameBounds,
  nameField,
  pathId,
  timestamp,
  webUrlField,
} from '../core/rest/fields.ts';

export const User = z
  .object({
    id: z.uuid().meta({ description: 'The id of the user.' }),
    firstName: z.string().meta({ ...nameBounds, description: 'The first name.' }),
    lastName: z.string().meta({ ...nameBounds, description: 'The last name.' }),
    email: z
      .string()
      .meta({ maxLength: 254, description: 'Owned by the identity provider; cannot be changed here.' }),
    imageUrl: z
      .url()
      .nullable()
      .meta({ maxLength: maxUrlLength, description: 'A picture of the user; null when there is none.' }),
    createdAt: timestamp('The time at which the user was created.'),
    updatedAt: timestamp('The time at which the user was last changed.'),
  })
  .meta({ id: 'User', description: 'A user of the organization.' });

export const usersList = z.object({ limit: limitInput, cursor: cursorInput('users') }).default({ limit: 20 });

export const userGet = z.object({ userId: pathId('user') });

export const userUpdate = z.object({
  userId: pathId('user'),
  firstName: nameField().optional().meta({ description: 'The first name.' }),
  lastName: nameField().optional().meta({ description: 'The last name.' }),
  imageUrl: webUrlField()
    .nullable()
    .optional()
    .meta({ description: 'A picture of the user; null clears it.' }),
});
