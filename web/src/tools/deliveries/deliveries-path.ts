export const DELIVERIES_PATH = '/deliveries';
