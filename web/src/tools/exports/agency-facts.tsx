import type { Agency, Fact } from '@portal/contracts/agencies/agency';
import Box from '@mui/material/Box';
import { Disclosure } from '../../ui/disclosure.tsx';
import { describeLimits } from './describe-limits.ts';

/** What the agency asks for, and who says so. */
export const AgencyFacts = ({ agency }: { agency: Agency }) => (
  <Disclosure
    summary={
      <Box component="span" sx={SUMMARY}>
        What {agency.name} asks for
      </Box>
    }
  >
    <Box component="dl" sx={LIST}>
      {describeLimits(agency).map(({ name, value, fact }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>{value}</span>
            {fact?.isVerified === false && (
              <Box component="span" sx={NOT_CONFIRMED}>
                {' '}
                not confirmed
              </Box>
            )}
            {fact && <Source fact={fact} />}
          </dd>
        </div>
      ))}
    </Box>
  </Disclosure>
);

const Source = ({ fact: { source, checkedOn } }: { fact: Fact }) => {
  const [, before = '', address] = /^(.*?)(https?:\/\/\S+)/.exec(source) ?? [];
  return (
    <Box component="span" sx={SOURCE}>
      {address === undefined ? (
        source
      ) : (
        <>
          {before}
          <a href={address} target="_blank" rel="noopener noreferrer">
            {new URL(address).host}
          </a>
        </>
      )}
      , checked {checkedOn}
    </Box>
  );
};

const SUMMARY = { fontSize: '0.8125rem', fontWeight: 500 } as const;

const LIST = {
  m: 0,
  mt: 1,
  fontSize: '0.8125rem',
  display: 'grid',
  gap: 2,
  '& > div': { display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', gap: 2 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;

const NOT_CONFIRMED = { color: 'warning.main', ml: 1 } as const;
const SOURCE = {
  display: 'block',
  color: 'text.secondary',
  fontSize: '0.75rem',
  '& a': { color: 'inherit' },
} as const;
