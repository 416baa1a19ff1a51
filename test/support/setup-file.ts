import { afterAll } from 'vitest';
import { closeFile } from './cleanup.ts';

afterAll(closeFile);
