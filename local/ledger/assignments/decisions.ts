import { none, type SectionAssignment } from './assignment.ts';

export const decisionsAssignments: Record<string, SectionAssignment> = {
  'D-introduction': { all: none('introduction') },
  'D-names-and-settings': { all: 'B', except: { 1: 'BC', 2: 'BC', 4: 'F' } },
  'D-identity-and-access': { all: 'B' },
  'D-answers-and-errors-of-the-api': {
    all: 'B',
    // 413 and 415 come with the uploads.
    except: { 3: 'BCD', 5: 'C', 6: 'C', 7: 'C', 8: 'C' },
  },
  'D-batches': { all: 'C', except: { 9: 'CF' } },
  'D-uploads': {
    all: 'D',
    except: { 1: none('the reason for D-uploads.2 and D-uploads.3'), 10: 'C' },
  },
  'D-media': {
    all: 'C',
    except: {
      1: 'CD',
      2: 'D',
      8: 'E',
      9: 'E',
      10: 'E',
      11: 'E',
      12: 'E',
      13: 'F',
      14: 'F',
      15: 'F',
      16: 'F',
      17: 'F',
      18: 'F',
      19: 'F',
    },
  },
  'D-providers': {
    all: 'C',
    // The admin's check of a key is on the API status page.
    except: { 2: 'CF', 6: 'F', 7: 'F', 15: 'E' },
  },
};
