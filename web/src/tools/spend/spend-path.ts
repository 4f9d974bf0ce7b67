export const SPEND_PATH = '/admin/spend';
