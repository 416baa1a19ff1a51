import { afterAll } from 'vitest';
import { closeFile } from './closings.ts';

afterAll(closeFile);
