/** Sets. */
import type { ExpressionTable } from '../expression-rules.ts';

export const sets: ExpressionTable = {
  true: [
    '[1, 2].toSet().size() == 2',
    '[1, 2].toSet().hasAll([1])',
    '[1, 2].toSet().hasAll([1].toSet())',
    '[1, 2].toSet().hasAny([2, 3])',
    '[1, 2].toSet().hasOnly([1, 2, 3])',
    '[].toSet().hasOnly([])',
    '[1, 2].toSet().union([3].toSet()) == [1, 2, 3].toSet()',
    '[1, 2].toSet().intersection([2, 3].toSet()) == [2].toSet()',
    '[1, 2].toSet().difference([2].toSet()) == [1].toSet()',
    '[1, 2].toSet().difference([].toSet()) == [1, 2].toSet()',
    '1 in [1, 2].toSet()',
    '1.0 in [1].toSet()',
    '[1].toSet() == [1.0].toSet()',
    '[].toSet() == [].toSet()',
    '[1].toSet() != [2].toSet()',
    '[[1].toSet()].toSet().size() == 1',
    "resource.data.words.toSet() == ['a', 'b', 'c'].toSet()",
    "resource.data.words.toSet().difference(['a'].toSet()).hasOnly(['b', 'c'])",
  ],
  false: [
    '[1, 2].toSet().hasAll([3])',
    '[1, 2].toSet().hasAny([3].toSet())',
    '[1, 2].toSet().hasOnly([1])',
    '[1, 2].toSet().hasOnly([])',
    '3 in [1, 2].toSet()',
    '[1].toSet() == [1]',
    '[1].toSet() is set',
  ],
  'an error': [
    '[1, 2].toSet().union([3]) == [1, 2, 3].toSet()',
    '[1, 2].toSet().intersection([2, 3]) == [2].toSet()',
    '[1, 2].toSet().difference([2]) == [1].toSet()',
    '[1, 2].toSet()[0] == 1',
    '[1].toSet().toSet() == [1].toSet()',
    "[1].toSet().join(',') == '1'",
    '[1].toSet().concat([2]).size() == 2',
    '[1, 2].toSet().removeAll([1]).size() == 1',
  ],
};
