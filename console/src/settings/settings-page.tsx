/** The settings of the organization, a part at a time. */
export const SettingsPage = ({ part }: { part: string }) => <h1>Settings: {part}</h1>;
