/**
 * What the methods accept, from their discovery documents (https://MONITORING.googleapis.com/$discovery/rest?version=v3 and so on).
 * Stricter than Google: only the fields that the setup uses exist, and they are required.
 */
import { z } from 'zod';

const duration = z.string().regex(/^\d+s$/);
const minutes = duration.refine((text) => Number.parseInt(text, 10) % 60 === 0);

const PolicySchema = z.strictObject({
  version: z.literal(3),
  etag: z.string(),
  bindings: z.array(
    z.strictObject({
      role: z.string().regex(/^roles\/[a-z]+(\.[a-zA-Z]+)*$/),
      members: z.array(z.string().regex(/^(serviceAccount|user|principalSet):\S+$/)).min(1),
      condition: z.object({ expression: z.string() }).optional(),
    }),
  ),
});
export const SetPolicyBody = z.strictObject({ policy: PolicySchema });
export const BucketPolicyBody = PolicySchema.extend({ kind: z.literal('storage#policy') });

export const EnableBody = z.strictObject({ serviceIds: z.array(z.string()).min(1).max(20) });

export const ServiceAccountBody = z.strictObject({
  accountId: z.string().regex(/^[a-z]([-a-z0-9]{4,28}[a-z0-9])$/),
  serviceAccount: z.strictObject({ displayName: z.string().max(100) }),
});

export const WebAppBody = z.strictObject({ displayName: z.string() });

const databaseSettings = {
  pointInTimeRecoveryEnablement: z.literal('POINT_IN_TIME_RECOVERY_ENABLED'),
  deleteProtectionState: z.literal('DELETE_PROTECTION_ENABLED'),
};
export const DatabaseBody = z.strictObject({
  ...databaseSettings,
  type: z.literal('FIRESTORE_NATIVE'),
  locationId: z.string(),
});
export const DatabasePatch = z.strictObject(databaseSettings);

export const DefaultBucketBody = z.strictObject({
  location: z.string(),
  storageClass: z.literal('STANDARD'),
});
export const BucketPatch = z.strictObject({
  iamConfiguration: z
    .strictObject({
      uniformBucketLevelAccess: z.strictObject({ enabled: z.boolean() }),
      publicAccessPrevention: z.enum(['enforced', 'inherited']),
    })
    .optional(),
  lifecycle: z.strictObject({
    rule: z.array(
      z.strictObject({
        action: z.strictObject({ type: z.enum(['Delete', 'AbortIncompleteMultipartUpload']) }),
        condition: z.strictObject({ age: z.number().int(), matchesPrefix: z.array(z.string()).optional() }),
      }),
    ),
  }),
  softDeletePolicy: z.strictObject({ retentionDurationSeconds: z.string().regex(/^\d+$/) }).optional(),
});

export const SecretBody = z.strictObject({
  replication: z.strictObject({ automatic: z.strictObject({}) }),
  labels: z.strictObject({ 'firebase-managed': z.literal('true') }),
});
export const SecretVersionBody = z.strictObject({ payload: z.strictObject({ data: z.base64() }) });

export const DomainsPatch = z.strictObject({ authorizedDomains: z.array(z.string().regex(/^[a-z0-9.-]+$/)) });

export const ChannelBody = z.strictObject({
  type: z.literal('email'),
  displayName: z.string().max(512),
  labels: z.strictObject({ email_address: z.email() }),
});

/** https://cloud.google.com/billing/docs/reference/budget/rest/v1/billingAccounts.budgets */
export const BudgetBody = z.strictObject({
  displayName: z.string().max(60),
  budgetFilter: z.strictObject({
    projects: z.array(z.string().regex(/^projects\/\d+$/)),
    calendarPeriod: z.enum(['MONTH', 'QUARTER', 'YEAR']),
  }),
  amount: z.strictObject({ specifiedAmount: z.strictObject({ units: z.string().regex(/^\d+$/) }) }),
  thresholdRules: z.array(
    z.strictObject({
      thresholdPercent: z.number().min(0),
      spendBasis: z.enum(['CURRENT_SPEND', 'FORECASTED_SPEND']),
    }),
  ),
  notificationsRule: z.strictObject({
    monitoringNotificationChannels: z
      .array(z.string().regex(/^projects\/[^/]+\/notificationChannels\/\d+$/))
      .max(5),
  }),
});

const AggregationSchema = z.strictObject({
  alignmentPeriod: minutes.refine((text) => Number.parseInt(text, 10) <= 90_000),
  perSeriesAligner: z.enum(['ALIGN_DELTA', 'ALIGN_MIN', 'ALIGN_PERCENTILE_95']),
  crossSeriesReducer: z.enum(['REDUCE_SUM', 'REDUCE_MAX']),
  groupByFields: z.array(z.string()).optional(),
});
const ThresholdSchema = z
  .strictObject({
    filter: z.string().regex(/resource\.type="[a-z_]+" AND metric\.type="[a-z.]+\/[a-z_/]+"/),
    aggregations: z.array(AggregationSchema),
    denominatorFilter: z.string().optional(),
    denominatorAggregations: z.array(AggregationSchema).optional(),
    comparison: z.enum(['COMPARISON_GT', 'COMPARISON_LT']),
    thresholdValue: z.number(),
    duration: minutes,
    evaluationMissingData: z.literal('EVALUATION_MISSING_DATA_ACTIVE').optional(),
  })
  .refine(({ evaluationMissingData, duration: text }) => !evaluationMissingData || text !== '0s');
const ConditionSchema = z.union([
  z.strictObject({ displayName: z.string(), conditionThreshold: ThresholdSchema }),
  z.strictObject({
    displayName: z.string(),
    conditionMatchedLog: z.strictObject({ filter: z.string().min(1) }),
  }),
]);
/** https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.alertPolicies */
export const AlertPolicyBody = z
  .strictObject({
    name: z.string().optional(),
    displayName: z.string().max(512),
    severity: z.enum(['CRITICAL', 'ERROR', 'WARNING']),
    enabled: z.boolean(),
    combiner: z.literal('OR'),
    conditions: z.array(ConditionSchema).min(1).max(6),
    documentation: z.strictObject({ content: z.string().max(8192), mimeType: z.literal('text/markdown') }),
    notificationChannels: z.array(z.string().regex(/^projects\/[^/]+\/notificationChannels\/\d+$/)),
    alertStrategy: z.strictObject({
      autoClose: duration,
      notificationRateLimit: z.strictObject({ period: duration }).optional(),
    }),
  })
  // A log match stands alone, and only it has a rate limit, which it must have.
  .refine(({ conditions, alertStrategy }) => {
    const matchesLog = conditions.some((condition) => 'conditionMatchedLog' in condition);
    return (
      matchesLog === (alertStrategy.notificationRateLimit !== undefined) &&
      (!matchesLog || conditions.length === 1)
    );
  });

export const PoolBody = z.strictObject({ displayName: z.string().max(32) });
export const ProviderBody = z.strictObject({
  displayName: z.string().max(32),
  oidc: z.strictObject({ issuerUri: z.url({ protocol: /^https$/ }) }),
  attributeMapping: z.record(z.string().regex(/^(google\.subject|attribute\.\w{1,100})$/), z.string()),
  attributeCondition: z.string().min(1).max(4096),
});
