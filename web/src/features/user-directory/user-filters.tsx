import { RoleSchema } from '@portal/contracts/identity';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { Search } from 'lucide-react';
import { DEFAULT_ORDERS, SORTS, STATUSES, type Sort, type Status, type View } from './arrange-users.ts';
import { ACCESS_WORDS } from './access-words.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { AS_TABLE } from './table-style.ts';

interface Props {
  search: string;
  view: View;
  /** On a phone. Wider screens always show the choices. */
  showsChoices: boolean;
  onSearch: (search: string) => void;
  onChange: (changes: Partial<View>) => void;
}

export const UserFilters = ({ search, view, showsChoices, onSearch, onChange }: Props) => (
  <Box sx={BAR}>
    <TextField
      type="search"
      placeholder="Search"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { sm: 360 } }}
      slotProps={{
        htmlInput: { 'aria-label': 'Search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden size={16} />
            </InputAdornment>
          ),
        },
      }}
    />
    <Box sx={{ ...CHOICES, display: { xs: showsChoices ? 'flex' : 'none', sm: 'flex' } }}>
      <FilterSelect label="Role" value={view.role} values={ROLES} onChoose={(role) => onChange({ role })} />
      <FilterSelect
        label="Status"
        value={view.status}
        values={STATUSES.map((status) => [status, STATUS_TITLES[status]])}
        onChoose={(status) => onChange({ status })}
      />
      {/* The headings sort the table. */}
      <Box sx={SORT}>
        <span aria-hidden>Sort by</span>
        <FilterSelect
          label="Sort by"
          value={view.sort}
          values={SORTS.map((sort) => [sort, SORT_TITLES[sort]])}
          none={null}
          onChoose={(sort = 'email') => onChange({ sort, order: DEFAULT_ORDERS[sort] })}
        />
      </Box>
    </Box>
  </Box>
);

const ROLE_TITLES = { user: 'User', admin: 'Admin' } as const;
const ROLES = RoleSchema.options.map((role) => [role, ROLE_TITLES[role]] as const);

const STATUS_TITLES: Record<Status, string> = {
  ...ACCESS_WORDS,
  'not-signed-in': 'Not signed in yet',
};

const SORT_TITLES: Record<Sort, string> = {
  email: 'Email',
  name: 'Name',
  role: 'Admins first',
  status: 'Allowed first',
  active: 'Last active',
  spent: 'Spent this month',
  limit: 'Monthly limit',
};

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 3 } as const;
/** Below the search on a phone. */
const CHOICES = { ...ROW, flexBasis: { xs: '100%', sm: 'auto' } } as const;
const SORT = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  '& select': { color: 'text.primary' },
  [AS_TABLE]: { display: 'none' },
} as const;
const BAR = { ...ROW, mb: 4 } as const;
