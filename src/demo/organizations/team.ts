import type { DemoBook } from './types.ts';

export const mara = 'mara.lindqvist@northwind-studio.example';
export const jonas = 'jonas.albrecht@northwind-studio.example';
export const chloe = 'chloe.marchetti@northwind-studio.example';
export const tomasz = 'tomasz.wojcik@northwind-studio.example';

export const team = [
  {
    firstName: 'Mara',
    lastName: 'Lindqvist',
    email: mara,
    imageUrl: 'https://people.northwind-studio.example/mara.jpg',
  },
  {
    firstName: 'Jonas',
    lastName: 'Albrecht',
    email: jonas,
    imageUrl: 'https://people.northwind-studio.example/jonas.jpg',
  },
  {
    firstName: 'Chloé',
    lastName: 'Marchetti',
    email: chloe,
    imageUrl: 'https://people.northwind-studio.example/chloe.jpg',
  },
  { firstName: 'Tomasz', lastName: 'Wójcik', email: tomasz, imageUrl: null },
] satisfies DemoBook['users'];
