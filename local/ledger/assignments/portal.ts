import { none, type SectionAssignment } from './assignment.ts';

const otherDocument = none('points to tools.md');
const authLibrary = none('inside the Firebase Auth library; the portal neither does nor sets it');

export const portalAssignments: Record<string, SectionAssignment> = {
  P0: { all: none('introduction') },
  P1: { all: 'B', except: { 1: none('introduction'), 6: 'BF', 7: 'CDE', 8: 'F' } },
  P2: {
    all: 'B',
    except: {
      4: 'C',
      5: 'D',
      6: 'E',
      7: 'D',
      10: 'F',
      11: 'F',
      // The page that it links to beside the directory comes with step F.
      26: 'BF',
      // Admin: Storage Cleanup
      34: 'F',
      35: 'F',
      36: 'F',
      37: 'F',
      38: 'F',
      39: 'F',
      40: none('not shown; the fields are settled by D-media.18'),
      // Admin: API Management
      41: 'F',
      42: 'F',
      43: 'F',
      44: 'F',
      45: 'F',
      46: 'F',
      47: 'F',
    },
  },
  P3: {
    all: 'B',
    except: { 6: 'F', 7: none('not shown; settled by D-media.18'), 8: 'F', 9: otherDocument },
  },
  P4: {
    all: 'B',
    except: { 13: 'CDE', 14: 'F', 15: 'F', 16: 'F', 17: 'F', 20: 'F', 21: 'F', 23: otherDocument },
  },
  P5: {
    all: 'B',
    except: { 8: none('not shown; settled by D-identity-and-access'), 9: otherDocument },
  },
  P6: {
    all: 'B',
    except: {
      2: 'BCDE',
      3: 'BF',
      5: 'BF',
      10: 'BF',
      13: none('not shown; settled by D-identity-and-access.8'),
    },
  },
  P7: {
    all: 'B',
    except: {
      6: 'F',
      7: 'F',
      8: 'F',
      10: none('not shown; what the user sees is P7.9 and P8.14'),
      11: none('notation; settled by D-names-and-settings.4'),
      13: authLibrary,
      14: authLibrary,
    },
  },
  P8: {
    all: 'B',
    except: {
      11: 'F',
      13: 'D',
      14: 'BF',
      16: none('not shown; every code of P8.15 gets a wording'),
      17: 'C',
      18: otherDocument,
    },
  },
  P9: {
    all: 'B',
    except: {
      9: authLibrary,
      12: authLibrary,
      13: authLibrary,
      15: authLibrary,
      16: authLibrary,
      17: authLibrary,
      18: 'F',
      19: 'F',
      20: 'C',
      21: 'F',
      22: 'F',
      23: 'F',
      24: 'F',
      25: 'F',
      26: 'F',
      27: 'F',
      28: none('not used by the portal, as it says'),
      29: otherDocument,
    },
  },
};
