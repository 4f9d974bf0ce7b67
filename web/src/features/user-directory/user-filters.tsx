import { RoleSchema } from '@portal/contracts/identity';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Search } from 'lucide-react';
import { DEFAULT_ORDERS, SORTS, STATUSES, type Sort, type Status, type View } from './arrange-users.ts';
import { ACCESS_WORDS } from './access-words.ts';
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
      label="Search"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { sm: 360 } }}
      slotProps={{
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
      <Choice
        label="Role"
        value={view.role}
        none="All roles"
        options={RoleSchema.options}
        titles={{ user: 'User', admin: 'Admin' }}
        onChoose={(role) => onChange({ role })}
      />
      <Choice
        label="Status"
        value={view.status}
        none="All statuses"
        options={STATUSES}
        titles={STATUS_TITLES}
        onChoose={(status) => onChange({ status })}
      />
      {/* The headings sort the table. */}
      <Box sx={{ display: 'grid', flex: { xs: '1 1 140px', sm: 'none' }, [AS_TABLE]: { display: 'none' } }}>
        <Choice
          label="Sort by"
          value={view.sort}
          options={SORTS}
          titles={SORT_TITLES}
          onChoose={(sort = 'email') => onChange({ sort, order: DEFAULT_ORDERS[sort] })}
        />
      </Box>
    </Box>
  </Box>
);

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

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | undefined;
  /** The option that does not filter. */
  none?: string;
  options: readonly Value[];
  titles: Record<Value, string>;
  onChoose: (value: Value | undefined) => void;
}

const NONE = 'all';

const Choice = <Value extends string>({
  label,
  value,
  none,
  options,
  titles,
  onChoose,
}: ChoiceProps<Value>) => (
  <TextField
    select
    label={label}
    value={value ?? NONE}
    onChange={({ target }) => onChoose(options.find((option) => option === target.value))}
    sx={{ flex: { xs: '1 1 140px', sm: '0 0 auto' }, minWidth: { sm: 148 } }}
  >
    {none !== undefined && <MenuItem value={NONE}>{none}</MenuItem>}
    {options.map((option) => (
      <MenuItem key={option} value={option}>
        {titles[option]}
      </MenuItem>
    ))}
  </TextField>
);

const ROW = { display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 3 } as const;
/** Below the search on a phone. */
const CHOICES = { ...ROW, flexBasis: { xs: '100%', sm: 'auto' } } as const;
const BAR = { ...ROW, mb: 4 } as const;
