import { priceAt } from '@portal/contracts/half-price';
import { analyzeImages } from '@portal/contracts/keyword-generator';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { HalfPriceField, LATER } from '../../../tools/generation/half-price-field.tsx';
import { useSaved } from '../../../client/session/use-saved.ts';
import { useBatchChanges } from '../../../pictures/batches/use-batch-changes.ts';
import { focusFieldIn } from '../../../ui/missing-list.tsx';
import { ToolCard, ToolCardBody } from '../../../ui/tool-card.tsx';
import { showHistory } from '../../../ui/tool-columns.tsx';
import { DropZone } from '../../../pictures/uploads/drop-zone.tsx';
import { getName } from '../../../pictures/uploads/selected.ts';
import { SelectedFiles } from '../../../pictures/uploads/selected-files.tsx';
import { UploadProgress } from '../../../pictures/uploads/upload-progress.tsx';
import { useUploads } from '../../../pictures/uploads/use-uploads.ts';
import { keywords } from '../batches/keywords.ts';
import { makePlaceholder, makePlaceholderChange } from '../batches/placeholder.ts';
import { useSavedOptions } from '../../../tools/keywords/saved-options.ts';
import { describeOptions } from '../../../tools/keywords/describe-options.ts';
import { OptionFields } from '../../../tools/keywords/option-fields.tsx';
import { MoreOptions } from '../../../ui/more-options/more-options.tsx';
import { SandboxBadge } from '../../../tools/providers/provider-notice.tsx';
import { priceQuery } from '../../../tools/keywords/price-query.ts';
import { ProcessBar } from './process-bar.tsx';

const TITLE_ID = 'upload-images';
const IMAGES_ID = 'keyword-images';
const { maxFiles, maxBytes } = UPLOAD_RULES['keyword-generator'];
const HINTS = ['JPEG, PNG, WEBP and GIF', `Up to ${maxFiles} images, ${maxBytes / 1024 / 1024} MB each`];

export function UploadCard() {
  const { uploads, selected, isSending } = useUploads('keyword-generator');
  const { options, change } = useSavedOptions();
  // Chosen for one batch, until that has started.
  const [isHalfPrice, saveHalfPrice] = useSaved('keyword-half-price', z.boolean(), false);
  const { data } = useQuery(priceQuery);
  const price = data?.price;
  const { change: changeBatches } = useBatchChanges(keywords);
  const process = () =>
    uploads.send({
      call: analyzeImages,
      options: isHalfPrice ? { ...options, isHalfPrice } : options,
      onSending: (started, sent) => {
        const names = sent.map(getName);
        changeBatches(makePlaceholderChange(makePlaceholder(names, options, new Date()), started));
        showHistory('keyword-generator');
      },
      onStarted: () => saveHalfPrice(false),
    });
  return (
    <ToolCard titleId={TITLE_ID}>
      <ToolCardBody
        titleId={TITLE_ID}
        title="Upload images"
        badge={<SandboxBadge providers={[data?.provider]} />}
      >
        <div id={IMAGES_ID}>
          <DropZone uploads={uploads} title="Drop images here or click to select" hints={HINTS} />
        </div>
        <SelectedFiles uploads={uploads} onSend={process} />
        <MoreOptions form="keyword-generator" summary={[describeOptions(options), isHalfPrice && LATER]}>
          <OptionFields options={options} isDisabled={isSending} onChange={change} />
          <HalfPriceField isChosen={isHalfPrice} onChoose={saveHalfPrice} />
        </MoreOptions>
      </ToolCardBody>
      <ProcessBar
        provider={data?.provider}
        price={price}
        isHalfPrice={isHalfPrice}
        count={selected.length}
        maxCount={maxFiles}
        isSending={isSending}
        progress={
          <UploadProgress
            uploads={uploads}
            price={price === undefined ? undefined : priceAt(price, isHalfPrice)}
            onSend={process}
          />
        }
        onShowImages={() => focusFieldIn(IMAGES_ID)}
        onProcess={process}
      />
    </ToolCard>
  );
}
