/** The organization's users, their profiles and tokens. */
export const PeoplePage = () => <h1>People</h1>;
