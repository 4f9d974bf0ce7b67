import type { Spend } from '@portal/contracts/spend';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { Link } from 'react-router-dom';
import { BudgetBar } from '../../../tools/spend/budget-bar.tsx';
import { SPEND_PATH } from '../../../tools/spend/spend-path.ts';
import { HomeSection } from './home-section.tsx';

export const MonthSpend = ({ spend }: { spend: Spend }) => (
  <HomeSection
    title="Spend this month"
    end={
      <Box component={Link} to={SPEND_PATH} sx={{ color: 'primary.main', fontWeight: 500 }}>
        Details
      </Box>
    }
  >
    <Card sx={{ p: 4 }}>
      <BudgetBar {...spend} />
    </Card>
  </HomeSection>
);
