import { formatTotal } from '../../ui/dollars.ts';

/** '$20', '$12.50' */
export const formatLimit = (dollars: number): string => formatTotal(dollars).replace(/\.00$/, '');
