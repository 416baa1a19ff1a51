export const BoardPage = () => <h1>Clients</h1>;
