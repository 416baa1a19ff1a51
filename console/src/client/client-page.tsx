export const ClientPage = ({ clientId }: { clientId: string; activityId?: string }) => <h1>{clientId}</h1>;
